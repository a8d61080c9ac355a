import { oncePer } from '#core/once-per.ts';
import { isOfWriters } from '../facts/aliases.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { settingNouns } from '../facts/settings-told.ts';
import { newValue } from '../facts/turns.ts';

/** Holds the names of settings. */
export const isOfSettings = ({ name, isNumber }: Column): boolean => !isNumber && ofSetting.test(name);
const ofSetting = new RegExp(`(?:^|[._-])${settingNouns}$`, 'i');

/** `retention.ms`, `work_mem`. */
const writtenAsSetting = /^[a-z]+(?:[_.][a-z]+)+$/;

/** Whatever a field is called: what it holds is written as settings are, and most of its lines tell of a change. */
export const settingColumns = oncePer((schema: Schema): readonly Column[] => {
  const into = columnNamed(schema, newValue);
  return schema.columns.filter((column) => {
    if (isOfSettings(column)) return true;
    const values = [...column.values.values()];
    if (into === undefined || column.isNumber || isOfWriters(column) || column.aliases.has('who')) return false;
    if (values.length === 0 || !values.every(({ shown }) => writtenAsSetting.test(shown))) return false;
    const held = schema.sample.filter((record) => column.read(record) !== undefined);
    return held.filter((record) => into.read(record) !== undefined).length * 2 > held.length;
  });
});
