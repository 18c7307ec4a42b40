/** What every server of the bench is told: where to listen, the one token that is right, the document. */
import { fileURLToPath } from 'node:url';

export const host = '127.0.0.1';
export const port = Number(process.env.PORT);
export const token = process.env.STORE_TOKEN;
export const document =
  process.env.DOCUMENT ?? fileURLToPath(new URL('../../../../spec/plant-store.yaml', import.meta.url));
