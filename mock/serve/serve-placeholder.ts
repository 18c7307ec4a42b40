/** Serves placeholder images and files, which responses refer to. Unlike the control API, they are for pages of any origin. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { originForm } from '../http/request-target.ts';
import { findPlaceholder } from '../made-up/placeholder-file.ts';
import { sendResponse } from './send-response.ts';

/** False if the request is for something else. */
export function servePlaceholder(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '/' } = request;
  const placeholder = method === 'GET' || method === 'HEAD' ? findPlaceholder(originForm(url)) : undefined;
  if (placeholder === undefined) return false;
  // A client that disconnects is not an error.
  Promise.resolve(sendResponse(request, response, { status: 200, ...placeholder })).catch(() => response.destroy());
  return true;
}
