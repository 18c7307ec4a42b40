/** For `node --import`: resolves `plant-store/mock` and the other modules to their source, as tsconfig.json does. */
import { registerHooks } from 'node:module';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

const publicModules = new Map(
  Object.entries(tsconfig.compilerOptions.paths).map(
    ([name, [file = '']]) => [name, new URL(`../../${file}`, import.meta.url).href] as const,
  ),
);

registerHooks({
  resolve: (specifier, context, next) => next(publicModules.get(specifier) ?? specifier, context),
});
