/** Whether an OpenAPI document is valid against the schema of its version. */
export declare function validate(document: unknown): boolean;
