/** Imports the modules of platform/ as a browser has them. */
import path from 'node:path';
import { rolldown } from 'rolldown';

type Platform = typeof import('../../platform/bytes.ts') &
  typeof import('../../platform/crypto.ts') &
  typeof import('../../platform/http.ts');

/** The modules as a browser has them: without `process`. */
export async function importForBrowser(): Promise<Platform> {
  const input = ['bytes', 'crypto', 'http'].map((name) => `export * from './platform/${name}.ts';`).join('\n');
  const bundle = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? path.resolve('entry.ts') : null),
        load: (id) => (id === path.resolve('entry.ts') ? input : null),
      },
    ],
    transform: { define: { process: 'undefined' } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
