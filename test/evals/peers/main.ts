/** `npm run peers -- --write` writes docs/explanation/peers.md; without `--write` it checks that the page is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pageFile, pageText } from './page.ts';

if (process.argv.includes('--write')) writeFileSync(pageFile, pageText());
else if (readFileSync(pageFile, 'utf8') !== pageText()) {
  process.stderr.write('docs/explanation/peers.md is outdated. Run: npm run peers -- --write\n');
  process.exitCode = 1;
}
