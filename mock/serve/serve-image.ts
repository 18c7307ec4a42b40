/** Serves placeholder images, which responses refer to. Unlike the control API, they are for pages of any origin. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { originForm } from '../http/request-target.ts';
import { placeholderImage } from '../made-up/placeholder-image.ts';
import { sendResponse } from './send-response.ts';

/** False if the request is for something else. */
export function serveImage(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '/' } = request;
  const image = method === 'GET' || method === 'HEAD' ? placeholderImage(originForm(url)) : undefined;
  if (image === undefined) return false;
  // A client that disconnects is not an error.
  Promise.resolve(sendResponse(request, response, { status: 200, ...image })).catch(() => response.destroy());
  return true;
}
