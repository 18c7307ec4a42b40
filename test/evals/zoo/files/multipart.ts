import { DeskError } from '../desk/error.ts';
import { boundaryOf, type Part, partsOf } from '../desk/multipart.ts';
import { FilesProblem, type FilesRequest } from './http.ts';

export type FilePart = Part;

/** RFC 7578. */
export function readParts({ headers, body }: FilesRequest): readonly FilePart[] {
  const boundary = boundaryOf(headers['content-type'] ?? '');
  if (boundary === undefined) throw new FilesProblem(400, 'The Content-Type has no boundary.');
  try {
    return partsOf(body, boundary);
  } catch (error) {
    throw error instanceof DeskError ? new FilesProblem(400, error.message) : error;
  }
}
