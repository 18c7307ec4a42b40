/** Defers loading dependencies of libraries that are rarely used until their first use. */
import { Module } from 'node:module';

export interface LazyModule {
  /** Resolves names like the module that loads it. */
  readonly require: NodeJS.Require;
  readonly name: string;
  /** The placeholder for its exports. */
  readonly exports: object;
}

/** Runs `load`; modules required during it get the placeholders. Other code is not affected, then or later. */
export function withLazyModules<Loaded>(lazyModules: readonly LazyModule[], load: () => Loaded): Loaded {
  const notLoaded = lazyModules
    .map(({ require, name, exports }) => ({ cache: require.cache, file: require.resolve(name), exports }))
    .filter(({ cache, file }) => cache[file] === undefined);
  for (const { cache, file, exports } of notLoaded)
    cache[file] = Object.assign(new Module(file), { exports, loaded: true });
  try {
    return load();
  } finally {
    for (const { cache, file } of notLoaded) delete cache[file];
  }
}

/** Loads the module when one of its exports is read. */
export function lazyExports(load: () => object): object {
  let loaded: object | undefined;
  return new Proxy(
    {},
    {
      get: (_target, name) => {
        loaded ??= load();
        return Reflect.get(loaded, name);
      },
    },
  );
}
