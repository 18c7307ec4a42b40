/** Serves the files that clients have uploaded, next to the paths of the contracts. */
import { HttpError } from '../http/http-error.ts';
import { originForm } from '../http/request-target.ts';
import type { RecordStore } from '../model/storage.ts';
import { isUploadPath, readFile } from '../records/uploads/stored-files.ts';
import { handledWithoutContext, rejectedWithoutContext } from '../request/handled-request.ts';
import type { Handler } from '../request/request-handler.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';

export function serveUploads(dispatch: Handler, records: RecordStore): Handler {
  const serveFile = async (target: string) => {
    const file = await readFile(records, target);
    if (file === undefined)
      return rejectedWithoutContext('', new HttpError('route-unknown', 'path: expected that of an uploaded file'));
    const response = { status: 200, headers: file.headers, body: file.bytes };
    return handledWithoutContext('', withSecurityHeaders(response, undefined));
  };
  return (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const target = isRead ? originForm(request.target) : '';
    return isRead && isUploadPath(target) ? serveFile(target) : dispatch(request);
  };
}
