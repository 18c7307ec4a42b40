/** ECMA-262 "JSON.parse source text access": available in Node 22, not yet in the compiler's library. */
interface JSON {
  rawJSON(text: string): unknown;
  parse<T>(text: string, reviver: (key: string, value: T, context: { readonly source?: string }) => T): T;
}
