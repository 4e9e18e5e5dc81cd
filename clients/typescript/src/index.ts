export { Answer, Enriched, readings } from "./answer.js";
export { Changes } from "./changes.js";
export { Client } from "./client.js";
export * from "./errors.js";
export type { Options } from "./transport.js";
export type * from "./types.js";
