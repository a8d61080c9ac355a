/** Words of failing; "failed=0" and "no errors" tell of none. */
export const failingWords =
  /(?<!\b(?:0|no|without) )\b(?:fail(?:s|ed|ure|ures|ing)?|reject(?:s|ed|ing)?|refus(?:e[sd]?|ing|al)|den(?:y|ied|ies)|errors?|unreachable|unable|cannot|could not|couldn't|can't|abort(?:s|ed)?|invalid|bounced|timed? ?out|expired|missing|not found|not authori[sz]ed|unauthori[sz]ed)\b(?!["']?\s?[=:]\s?(?:0|false|none|null)\b)/i;
