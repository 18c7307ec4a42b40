/** Libraries that others require and hardly ever use: loaded with the first use. */
import { Module } from 'node:module';

export interface LazyModule {
  /** As who loads it resolves names. */
  readonly require: NodeJS.Require;
  readonly name: string;
  /** What is given in its place. */
  readonly exports: object;
}

/** Runs `load`, in which whoever requires one of these gets the stand-in. Nobody else does, nor anybody later. */
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

/** Passes on what is read from it. */
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
