/** Health checks, server information and reset. */
import { withOrigin } from '../../made-up/image-url.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { AdminService } from '../admin-service.ts';
import {
  type ControlRoutes,
  jsonResponse,
  noContent,
  numberParameter,
  problemResponse,
  textParameter,
} from '../control-response.ts';
import { controlDocument } from '../read-control-request.ts';
import { withReferenceExamples } from '../reference-examples.ts';
import { type ServedContract, servedDocument, serverInfo } from '../server-info.ts';

export interface HealthRouteOptions {
  readonly adminService: AdminService;
  readonly servedContracts: () => readonly ServedContract[];
  /** The token that the contracts accept as a credential. */
  readonly token: string;
  /** Whether the control token is required. */
  readonly requiresControlToken: boolean;
  /** For the examples of a contract that has none. */
  readonly madeUp: MadeUpValues;
  readonly origin: () => string;
}

export function healthRoutes({
  adminService,
  servedContracts,
  token,
  requiresControlToken,
  madeUp,
  origin,
}: HealthRouteOptions): ControlRoutes {
  const completed = async (one: ServedContract) =>
    withOrigin(await withReferenceExamples(servedDocument(one), one.contract, madeUp), origin());
  return {
    readHealth: async () => jsonResponse(200, { status: 'ok' }),
    readReady: async () => ((await isStorageReachable(adminService)) ? jsonResponse(200, { status: 'ok' }) : notReady),
    readInfo: async () => jsonResponse(200, serverInfo(servedContracts(), token)),
    readControlDocument: async () => {
      const { document } = (await controlDocument()).contract;
      return jsonResponse(200, { ...document, security: requiresControlToken ? [{ controlToken: [] }] : [] });
    },
    readContract: async (request) => {
      const index = numberParameter(request, 'path.index') ?? 0;
      const one = servedContracts()[index];
      const isCompleted = textParameter(request, 'query.examples') === 'made-up';
      if (one !== undefined) return jsonResponse(200, isCompleted ? await completed(one) : servedDocument(one));
      return problemResponse(404, `contract ${index}: expected an index from 0 to ${servedContracts().length - 1}`, {
        fix: 'GET /__store/info lists the contracts in this order.',
      });
    },
    reset: async () => {
      await adminService.reset();
      return noContent;
    },
  };
}

/** This route needs no token, so the response does not say why the storage is unavailable. */
const notReady = problemResponse(503, 'The storage cannot be reached.', {
  fix: 'The log of the mock server contains the cause. Each request tries the storage again.',
  headers: { 'Retry-After': '1' },
});

async function isStorageReachable(adminService: AdminService): Promise<boolean> {
  try {
    await adminService.ping();
    return true;
  } catch {
    return false;
  }
}
