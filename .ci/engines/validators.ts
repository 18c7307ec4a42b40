/**
 * Writes the code that Ajv generates for the schemas of OpenAPI to dist/, so that a start does not generate and compile
 * it, nor load Ajv, unless a document is invalid.
 */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { createAjv, type OpenApiVersion, quickOptions } from '../../spec/loading/openapi-validators.ts';

const FOLDER = 'dist/spec/loading';
const versions: readonly OpenApiVersion[] = ['3.0', '3.1'];

/** Of a module whose default export is the quick validator. */
export async function quickValidatorCode(version: OpenApiVersion): Promise<string> {
  const { ajv, schema } = await createAjv(version, {
    ...quickOptions,
    code: { optimize: true, source: true, esm: true },
  });
  const code = standaloneCode.default(ajv, ajv.compile(schema));
  // Ajv writes imports of its own modules as requires in every form.
  const needsRequire = code.includes('require(');
  const require = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  return `${needsRequire ? require : ''}${code}`;
}

/** Needs the compiled modules in dist/. The compiled one of the source stays, for invalid documents. */
export async function writeValidators(): Promise<void> {
  for (const version of versions) {
    const file = path.join(FOLDER, `openapi-${version}.js`);
    writeFileSync(file, await quickValidatorCode(version));
    // What cannot be loaded fails here, and not at a start.
    await import(pathToFileURL(file).href);
  }
  renameSync(path.join(FOLDER, 'openapi-validators.js'), path.join(FOLDER, 'compiled-validators.js'));
  writeFileSync(path.join(FOLDER, 'openapi-validators.js'), replacement);
}

const replacement = `export const loadQuickValidator = async (version) => (await import(\`./openapi-\${version}.js\`)).default;
export const loadDetailedValidator = async (version) =>
  (await import('./compiled-validators.js')).loadDetailedValidator(version);
`;
