/**
 * `npm run pictures`: the pictures of README.md and docs/. Of those that are named, or all. A terminal is drawn anew when
 * more than times has changed; screenshots always are.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pictureOf, scenes, timeless } from './scenes.ts';
import { screenshots, takeScreenshots } from './screenshots.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/pictures');
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
const isWanted = ({ name }: { readonly name: string }) => named.length === 0 || named.includes(name);

for (const scene of scenes.filter(isWanted)) {
  const file = path.join(folder, `${scene.name}.svg`);
  const svg = await pictureOf(scene);
  const isNew = !existsSync(file) || timeless(readFileSync(file, 'utf8')) !== timeless(svg);
  if (isNew) writeFileSync(file, svg);
  console.log(`${scene.name}.svg  ${isNew ? 'drawn' : 'as it was'}`);
}
for (const { name, bytes } of await takeScreenshots(screenshots.filter(isWanted), folder))
  console.log(`${name}.png  ${Math.ceil(bytes / 1000)} kB`);
