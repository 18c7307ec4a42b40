// Compiles the application as the Nest CLI does, since Node runs no decorators, and starts it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const source = readFileSync(new URL('app.ts', import.meta.url), 'utf8');
const { outputText } = ts.transpileModule(source, {
  compilerOptions: {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    useDefineForClassFields: false,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  },
});
const compiled = new URL('../../compiled/nestjs.mjs', import.meta.url);
mkdirSync(new URL('.', compiled), { recursive: true });
writeFileSync(compiled, outputText);
const { start } = await import(compiled.href);
await start(Number(process.env.PORT));
