import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ErrorCode, errorCodes } from './errors.ts';

const everywhere: ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'api_access_required',
  'rate_limited',
  'internal_error',
];

/** OpenAPI 3.1, made from the schemas that validate. */
export function createOpenApi(endpoints: readonly Endpoint[], serverUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = { ...path, [endpoint.method.toLowerCase()]: describe(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Log Analysis Service',
      version: '1',
      description: 'Upload a log, wait until it is COMPLETED, fetch its dashboard, ask questions about it.',
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The scheme word is API_KEY: `Authorization: API_KEY <key>`.',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function describe(endpoint: Endpoint): Record<string, unknown> {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
  const invalid: ErrorCode[] = endpoint.body
    ? ['invalid_request', 'invalid_json', 'body_too_large', 'unsupported_media_type']
    : endpoint.query
      ? ['invalid_request']
      : [];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.isExtension ? { 'x-logtriage-extension': true } : {}),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: { ...successes(endpoint), ...failures([...endpoint.errors, ...invalid, ...everywhere]) },
  };
}

function queryParameters({ query }: Endpoint): unknown[] {
  if (!query) return [];
  const { properties = {} } = toJsonSchema(query, 'input') as { properties?: Record<string, unknown> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function requestBody({ body, rawBody }: Endpoint): Record<string, unknown> {
  if (rawBody)
    return { requestBody: { required: true, content: { [rawBody.contentType]: { schema: rawBody.schema } } } };
  if (!body) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body, 'input') } } } };
}

function successes({ success }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    success.map(({ status, data }) => [
      String(status),
      {
        description: status === 202 ? 'Accepted; look at Location.' : 'Success.',
        content: { 'application/json': { schema: envelopeSchema(status, toJsonSchema(data, 'output')) } },
      },
    ]),
  );
}

function failures(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCodes[code][0]);
  return Object.fromEntries(
    Array.from(byStatus, ([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}

function envelopeSchema(status: number, data: unknown): Record<string, unknown> {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: status }, message: { type: 'string' }, data },
  };
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string' },
    data: {
      type: 'object',
      required: ['error_code', 'detail', 'request_id', 'docs_url'],
      properties: {
        error_code: { enum: Object.keys(errorCodes) },
        detail: { type: 'string' },
        request_id: { type: 'string' },
        docs_url: { type: 'string' },
        errors: {
          type: 'array',
          items: { type: 'object', properties: { field: { type: 'string' }, reason: { type: 'string' } } },
        },
      },
    },
  },
};
