/** What Slack sent: JSON, a form, or a form whose `payload` is JSON. Undefined where it is none of these. */
export function parseSlackBody(rawBody: Uint8Array, contentType: string): Record<string, unknown> | undefined {
  const text = new TextDecoder().decode(rawBody);
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return parseObject(text);
  const form = new URLSearchParams(text);
  const payload = form.get('payload');
  return payload === null ? Object.fromEntries(form) : parseObject(payload);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
