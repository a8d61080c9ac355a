import type { InvestigationEvent } from '../investigator/report.ts';
import { searchPath, toSearchRecord } from '../search/search-record.ts';
import type { SearchRow } from '../store/searches.ts';
import { isRetryable, type StreamError } from './stream-error.ts';

/** What the server sends, with exactly these three members. */
export interface StreamMessage {
  type: 'step' | 'stage' | 'progress' | 'query_intent' | 'report_chunk' | 'complete' | 'error';
  data: Record<string, unknown>;
  error: null | Record<string, unknown>;
}

const stages = ['plan', 'retrieve', 'investigate', 'verify', 'report'] as const;

/** Undefined for what this mode does not tell: a single pass has no steps. */
export function toMessage(event: InvestigationEvent, search: SearchRow): StreamMessage | undefined {
  const ids = { search_id: search.id };
  switch (event.type) {
    case 'query_intent': {
      const { intent, plan, filters } = event;
      return message('query_intent', { ...ids, mode: search.mode, intent, plan, filters });
    }
    case 'stage': {
      const n = stages.indexOf(event.name) + 1;
      return message('stage', { ...ids, name: event.name, status: event.status, n, of: stages.length });
    }
    case 'progress':
      return message('progress', {
        percent: event.percent,
        message: event.message,
        scanned_bytes: event.scannedBytes,
        total_bytes: event.totalBytes,
      });
    case 'step': {
      if (search.mode === 'quick') return undefined;
      const { n, tool, input, status, summary, citations } = event.step;
      return message('step', { n, tool, input, status, summary, evidence: citations });
    }
    case 'report_chunk':
      return message('report_chunk', { index: event.index, text: event.text });
  }
}

export function completeMessage(search: SearchRow): StreamMessage {
  const record = toSearchRecord(search);
  return message('complete', {
    search_id: search.id,
    mode: search.mode,
    report: record.answer ?? '',
    citations: record.citations ?? [],
    root_cause: record.root_cause ?? null,
    verdict: record.verdict,
    confidence: record.confidence,
    duration_ms: record.duration_ms ?? 0,
    url: searchPath(search),
  });
}

export function errorMessage(error: StreamError): StreamMessage {
  const detail = { code: error.code, message: error.message, retryable: isRetryable(error.code), ...error.extra };
  return { type: 'error', data: {}, error: detail };
}

function message(type: StreamMessage['type'], data: Record<string, unknown>): StreamMessage {
  return { type, data, error: null };
}
