/**
 * `npm run pictures`: the pictures of README.md and docs/. Of those that are named, or all. A terminal is drawn anew when
 * more than times has changed; screenshots always are.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { screenshots, takeScreenshots } from './screenshots.ts';
import { drawPicture, terminalPictures, withoutTimes } from './terminal-pictures.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/pictures');
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
const isWanted = ({ name }: { readonly name: string }) => named.length === 0 || named.includes(name);

for (const scene of terminalPictures.filter(isWanted)) {
  const file = path.join(folder, `${scene.name}.svg`);
  const svg = await drawPicture(scene);
  const isNew = !existsSync(file) || withoutTimes(readFileSync(file, 'utf8')) !== withoutTimes(svg);
  if (isNew) writeFileSync(file, svg);
  console.log(`${scene.name}.svg  ${isNew ? 'drawn' : 'unchanged'}`);
}
for (const { name, bytes } of await takeScreenshots(screenshots.filter(isWanted), folder))
  console.log(`${name}.png  ${Math.ceil(bytes / 1000)} kB`);
