/**
 * Node's built-in modules for code that also runs in a browser: an import of them would fail in a bundle for a browser, even
 * where it is not reached.
 */

/** `inNode?.getBuiltinModule('node:crypto')`; undefined in a browser, also where a bundler provides parts of `process`. */
export const inNode: Pick<NodeJS.Process, 'getBuiltinModule'> | undefined =
  typeof process === 'object' && typeof process.getBuiltinModule === 'function' ? process : undefined;

/** Resolves names like the module at `from`, a file URL. Throws in a browser, which must import the library before. */
export function requireFrom(from: string): NodeJS.Require {
  if (inNode === undefined) throw new Error('only Node can load a library synchronously');
  return inNode.getBuiltinModule('node:module').createRequire(from);
}

/** The names of the files in the folder of a module; none in a browser. */
export function filesBeside(name: string, from: string): readonly string[] {
  const [fs, path] = [inNode?.getBuiltinModule('node:fs'), inNode?.getBuiltinModule('node:path')];
  return fs === undefined || path === undefined ? [] : fs.readdirSync(path.dirname(requireFrom(from).resolve(name)));
}
