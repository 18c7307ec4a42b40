/** Runtime expressions of links, by a request of the run and its response. */
import { type Json, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { matchPath, parameterNames } from '../../../../spec/resources/path-templates.ts';
import {
  type ExpressionMessage,
  type ExpressionSource,
  evaluateExpression as evaluate,
} from '../../../../spec/wire/runtime-expressions.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';

/** A request of an operation, and its exchange. */
export interface OperationExchange {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** Undefined when the exchange does not have the value; a value that is no expression is a constant. */
export function evaluateExpression(expression: Json, operationExchange: OperationExchange): Json | undefined {
  return evaluate(expression, expressionSource(operationExchange));
}

function expressionSource({ operation, requestSpec, exchange }: OperationExchange): ExpressionSource {
  const { request, outcome } = exchange;
  const [path = '', query = ''] = requestSpec.path.split('?', 2);
  const response = outcome.kind === 'response' ? outcome.response : undefined;
  return {
    url: request.url,
    method: request.method,
    request: {
      ...messageSource(request),
      query: (name) => new URLSearchParams(query).get(name) ?? undefined,
      pathParameter: (name) => {
        const index = parameterNames(operation.path).indexOf(name);
        return index < 0 ? undefined : matchPath(operation.path, path)?.[index];
      },
    },
    response: response && { ...messageSource(response), status: response.status },
  };
}

interface HttpMessage {
  readonly headers: Parameters<typeof headerValue>[0];
  readonly body: Uint8Array | undefined;
}

function messageSource({ headers, body }: HttpMessage): ExpressionMessage {
  return {
    header: (name) => headerValue(headers, name),
    body: () => {
      const parsed = body === undefined ? undefined : parseJsonBytes(body);
      return parsed?.ok ? parsed.value : undefined;
    },
  };
}
