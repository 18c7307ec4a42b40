// Generates the document and the routes as `tsoa spec-and-routes` does, compiles them, and serves them with express.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express from 'express';
import { generateRoutes, generateSpec, ValidateError } from 'tsoa';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiled = fileURLToPath(new URL('../../compiled/tsoa/', import.meta.url));
mkdirSync(compiled, { recursive: true });

const common = { entryFile: `${here}app.ts`, noImplicitAdditionalProperties: 'throw-on-extras' };
const specConfig = { ...common, outputDirectory: compiled, specVersion: 3, name: 'Recipes', version: '1.0.0' };
await generateSpec(specConfig);
await generateRoutes({ ...common, routesDir: compiled, middleware: 'express', esm: true, noWriteIfUnchanged: true });

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  experimentalDecorators: true,
};
const compile = (source) => ts.transpileModule(source, { compilerOptions }).outputText;
writeFileSync(`${compiled}app.js`, compile(readFileSync(`${here}app.ts`, 'utf8')));
const routes = readFileSync(`${compiled}routes.ts`, 'utf8').replace(/'[^']*servers\/tsoa\/app\.js'/, "'./app.js'");
writeFileSync(`${compiled}routes.js`, compile(routes));
const { RegisterRoutes } = await import(pathToFileURL(`${compiled}routes.js`).href);

const app = express();
app.use(express.json());
app.use('/swagger.json', express.static(`${compiled}swagger.json`));
RegisterRoutes(app);
app.use((err, _request, response, next) => {
  if (err instanceof ValidateError)
    return response.status(422).json({ message: 'Validation failed', details: err.fields });
  if (err.status !== undefined) return response.status(err.status).json({ message: err.message });
  return next(err);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
