import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export const root = join(import.meta.dirname, '..', '..');
export const docs = join(root, 'src', 'docs');

const mostBytes = 80_000;

/** As WebP, without loss where it is small enough so; the browser is the one at hand that writes it. */
export async function keep(page: Page, png: Buffer, path: string): Promise<void> {
  for (const scale of [1, 0.85]) {
    for (const quality of [1, 0.8, 0.65]) {
      const webp = Buffer.from(await toWebp(page, png.toString('base64'), { quality, scale }), 'base64');
      await writeFile(path, webp);
      if (webp.length <= mostBytes) return;
    }
  }
  throw new Error(`${path} does not get smaller than ${mostBytes} bytes`);
}

async function toWebp(page: Page, png: string, as: { quality: number; scale: number }): Promise<string> {
  return await page.evaluate(
    async (wanted) => {
      const bytes = Uint8Array.from(atob(wanted.png), (byte) => byte.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width * wanted.scale, picture.height * wanted.scale);
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const written = await canvas.convertToBlob({ type: 'image/webp', quality: wanted.quality });
      const webp = new Uint8Array(await written.arrayBuffer());
      return btoa(Array.from(webp, (byte) => String.fromCharCode(byte)).join(''));
    },
    { png, ...as },
  );
}
