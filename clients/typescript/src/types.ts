/** Bodies and rows of the API: docs/api.md. */

export interface Location {
  country?: string;
  state?: string;
  city?: string;
  zip_code?: string | string[];
  lat?: number;
  long?: number;
  /** Metres, 1 to 500,000. */
  geo_radius?: number;
}

export type Ownership = "INDEPENDENT" | "FAMILY" | "FRANCHISE" | "CHAIN";

/** Of a row; handed back, the rows behind it come. */
export type Cursor = [score: number, id: string];

export interface EnrichRequest {
  website?: string;
  social_media_link?: string;
  location?: Location | Location[];
  /** 1 to 50. */
  limit?: number;
  /** Of the last row before the page. */
  cursor?: [number, string];
  estimate_total?: boolean;
}

export interface SearchRequest {
  query?: string;
  store_name?: string;
  tags?: string[];
  location?: Location | Location[];
  limit?: number;
  cursor?: Cursor;
  estimate_total?: boolean;
  include_keywords?: string[];
  exclude_keywords?: string[];
  include_root_domains?: string[];
  exclude_root_domains?: string[];
  ownership_type?: Ownership | Ownership[];
  min_locations?: number;
  max_locations?: number;
  min_price_tier?: number;
  max_price_tier?: number;
  min_total_reviews?: number;
  max_total_reviews?: number;
  min_overall_rating?: number;
  max_overall_rating?: number;
  has_website?: boolean;
  has_valid_website?: boolean;
  has_contact_info?: boolean;
  min_founded_year?: number;
  max_founded_year?: number;
  /** A date, a date-time of RFC 3339, or Unix seconds. */
  open_date_after?: string | number;
  open_date_before?: string | number;
  info_updated_after?: string | number;
  info_updated_before?: string | number;
}

/** A record as it was delivered. */
export type BusinessRecord = { [field: string]: unknown };

export interface IdRow {
  id: string;
  place_id: string;
  match_score: number;
  cursor: Cursor;
}

export interface MatchRow {
  id: string;
  content: BusinessRecord;
  match_score: number;
  match_highlights: string[];
  cursor: Cursor;
}

/** `fields`: of a changed record, JSON Pointers; `content`: where it was asked for. Delete what is removed or suppressed. */
export interface ChangeRow {
  id: string;
  kind: "added" | "changed" | "removed" | "suppressed";
  fields?: string[];
  content?: BusinessRecord;
}

export interface ChangesRequest {
  until?: string;
  /** Added and changed rows have their records, each at the price of a row; without it all rows are free. */
  include?: "content";
  /** "ID,ID" */
  id?: string;
  /** "/phone,/website" */
  fields?: string;
  country?: string;
  state?: string;
  city?: string;
  /** "example.com,example.org" */
  root_domain?: string;
}

export interface Balance {
  team: string;
  granted: number;
  spent: number;
  remaining: number;
}
