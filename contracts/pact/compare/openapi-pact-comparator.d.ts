/** The package's own declarations import without extensions, which TypeScript 7 does not resolve for Node. */
declare module '@pactflow/openapi-pact-comparator' {
  export interface Result {
    readonly type: 'error' | 'warning' | 'info';
    readonly code: string;
    readonly message: string;
    readonly mockDetails?: { readonly location: string };
    readonly specDetails?: { readonly location: string };
  }

  export class Comparator {
    constructor(options: { readonly oas: unknown });
    /** Rejects with "Malformed Pact file" if it is not a pact. */
    compare(pact: unknown): AsyncGenerator<Result>;
  }
}
