import { RemoteError } from '#core/errors.ts';
import type { Download, Downloader } from '../cases/ports.ts';
import { toDownload } from '../fetching/file-response.ts';
import { missingScope } from './slack-errors.ts';
import { type SlackFile, skipReason } from './slack-records.ts';

/**
 * Fetches a file's record anew, or takes the one its message lists where Slack refuses it, then its bytes. Without `files:read` Slack answers with 200 and its
 * sign-in page.
 */
export async function downloadSlackFile(options: {
  downloader: Downloader;
  botToken: string;
  fileInfo: (fileId: string) => Promise<SlackFile>;
  /** The record in the message that brought the file; undefined where there is none. */
  listed: () => Promise<SlackFile | undefined>;
  fileId: string;
  signal: AbortSignal;
}): Promise<Download> {
  const file = await fileOrRefusal(options);
  if ('status' in file) return file;
  const skip = skipReason(file);
  if (skip) return { status: 'skipped', reason: skip };
  const url = file.url_private_download ?? file.url_private;
  if (!url) return { status: 'skipped', reason: 'not_a_file' };
  const authorization = `Bearer ${options.botToken}`;
  const response = await options.downloader.get({ url, vendor: 'slack', authorization, signal: options.signal });
  const record = { name: file.name ?? file.title ?? file.id, mimeType: file.mimetype, sizeBytes: file.size };
  return await toDownload(record, response, 'files:read');
}

type Asked = Pick<Parameters<typeof downloadSlackFile>[0], 'fileInfo' | 'listed' | 'fileId'>;

async function fileOrRefusal({ fileInfo, listed, fileId }: Asked): Promise<SlackFile | Download> {
  try {
    return await fileInfo(fileId);
  } catch (error) {
    const isRefused = error instanceof RemoteError && ['forbidden', 'not_found', 'rejected'].includes(error.code);
    if (!isRefused) throw error;
    const record = await listed();
    if (record?.url_private_download) return record;
    if (error.code === 'not_found') return { status: 'gone' };
    if (error.code !== 'forbidden') throw error;
    const missing = missingScope(error);
    return { status: 'forbidden', reason: error.reason ?? 'forbidden', ...(missing ? { missingScope: missing } : {}) };
  }
}
