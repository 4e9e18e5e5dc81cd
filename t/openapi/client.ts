// A client in the types that openapi-typescript makes of docs/openapi.yaml. It is compiled, never run.
import type { components, paths } from "./api";

type Enrich = paths["/api/v1/enrich_company"]["post"];
type Search = paths["/api/v1/search/only_ids"]["post"];
type Body<T extends { requestBody: { content: { "application/json": unknown } } }> = T["requestBody"]["content"]["application/json"];
// Of a request without `Prefer: return=minimal`.
type Answer<T extends { responses: { 200: { content: { "application/json": unknown } } } }> = Exclude<T["responses"][200]["content"]["application/json"], components["schemas"]["Price"]>;
type ApiError = components["schemas"]["Error"];

// No field of a request is required, and every one may be null.
type Required<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];
type NotNull<T> = { [K in keyof T]-?: null extends T[K] ? never : K }[keyof T];
type Nothing<T extends never> = T;
export type Checked = [
    Nothing<Required<Body<Enrich>>>,
    Nothing<Required<Body<Search>>>,
    Nothing<Required<components["schemas"]["Location"]>>,
    Nothing<NotNull<Body<Enrich>>>,
    Nothing<NotNull<Body<Search>>>,
    Nothing<NotNull<components["schemas"]["Location"]>>,
];

export const enrich: Body<Enrich>[] = [
    { website: "example.com" },
    { social_media_link: "https://www.instagram.com/example/", location: { country: "FR" } },
    { website: null, limit: 10, location: [{ state: "CA" }, { lat: 37.8, long: -122.3 }, { zip_code: "94607" }] },
    // @ts-expect-error: "10" is no integer
    { website: "example.com", limit: "10" },
    // @ts-expect-error: the field is `long`
    { website: "example.com", location: { lat: 37.8, lon: -122.3 } },
];

export const search: Body<Search>[] = [
    {},
    { query: "coffee in Austin", cursor: [1076, "0f5ab6de-6a5f-4b7e-9d3c-5b0c7c9a1e11"] },
    { ownership_type: ["FAMILY", "independent"], open_date_after: "2020-01-01", info_updated_before: 1717180200 },
    // @ts-expect-error: the first element is a number
    { cursor: ["1076", "0f5ab6de-6a5f-4b7e-9d3c-5b0c7c9a1e11"] },
];

export function names(answer: Answer<Enrich>): (string | null | undefined)[] {
    const rows = Array.isArray(answer) ? answer : answer.data;
    return rows.map((row) => row.content.business_name);
}

export function nextPage(body: Body<Search>, answer: Answer<Search>): Body<Search> | null {
    const rows = "data" in answer ? answer.data : answer;
    return rows.length ? { ...body, cursor: rows[rows.length - 1].cursor } : null;
}

export function isWorthRetrying(error: ApiError): boolean {
    switch (error.code) {
        case "too_many_requests":
        case "internal":
        case "index_unavailable":
        case "overloaded":
            return true;
        default:
            return false;
    }
}
