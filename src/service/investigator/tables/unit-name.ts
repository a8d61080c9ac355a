/** How people call a column that says which one of several. */
export const unitName =
  /(?:^|[_ .])(?:sensor|device|unit|station|machine|connector|gate|host|computer|node|runner|line|lane|ort|gerät|geraet|anlage|maschine|source|tag|channel|port|site|job|job ?name|jobname|user|usr|rfid|equipment|asset|location|place|caja|kasse|zone|cell|module|component|pump|camera|vehicle|veh|truck|lorry|bus|van|train|tram|ship|vessel|aircraft|forklift|server|client|robot|printer|tray|car|door|room)(?:[_ .]?(?:id|name|no|nr))?$/i;
