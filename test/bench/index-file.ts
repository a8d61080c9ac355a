import { indexDocument } from '../../src/service/lines/index-document.ts';

const [path, indexPath] = process.argv.slice(2);
const { lines, templates } = await indexDocument({ path: path!, indexPath: indexPath! });
console.log(lines, templates.length);
