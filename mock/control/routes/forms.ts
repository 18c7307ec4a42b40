/** Routes for the forms of the console: what a record, a response or a webhook can contain. */
import { quoteText } from '../../http/http-error.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { RecordEditor } from '../../records/record-handler.ts';
import {
  type ControlResponse,
  type ControlRoutes,
  jsonResponse,
  numberParameter,
  problemResponse,
  textParameter,
} from '../control-response.ts';
import { recordForm, responseForm, webhookForm } from '../forms/make-forms.ts';
import type { ServedContract } from '../server-info.ts';
import { collectionNotFound } from './record-items.ts';

export interface FormOptions {
  readonly openEditor: (collection: string) => RecordEditor | undefined;
  readonly servedContracts: () => readonly ServedContract[];
  readonly madeUp: MadeUpValues;
}

export function formRoutes({ openEditor, servedContracts, madeUp }: FormOptions): ControlRoutes {
  return {
    readRecordForm: async (request) => {
      const name = textParameter(request, 'query.collection') ?? '';
      const editor = openEditor(name);
      const known = servedContracts().flatMap(({ collections }) => collections);
      return editor === undefined
        ? collectionNotFound(name, known)
        : jsonResponse(200, await recordForm(editor, madeUp));
    },
    readResponseForm: async (request) => {
      const id = textParameter(request, 'query.operation') ?? '';
      const mount = textParameter(request, 'query.mount');
      const operation = servedContracts()
        .filter(({ prefix }) => mount === undefined || prefix === mount)
        .flatMap(({ contract }) => contract.operations)
        .find((one) => one.id === id || `${one.method} ${one.path}` === id);
      if (operation === undefined) return unknownName('operation', id, 'GET /__store/info lists the operations.');
      return jsonResponse(200, await responseForm(operation, numberParameter(request, 'query.status') ?? 200, madeUp));
    },
    readWebhookForm: async (request) => {
      const name = textParameter(request, 'query.name') ?? '';
      const webhook = servedContracts()
        .flatMap(({ contract: { outgoingCalls = [] } }) => outgoingCalls)
        .find((call) => call.callbackOf === undefined && call.name === name);
      if (webhook === undefined) return unknownName('webhook', name, 'GET /__store/webhooks lists their names.');
      return jsonResponse(200, await webhookForm(webhook.operation, madeUp));
    },
  };
}

function unknownName(kind: string, name: string, fix: string): ControlResponse {
  return problemResponse(404, `${kind} ${quoteText(name)}: does not exist`, { fix });
}
