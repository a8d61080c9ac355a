import { anyOf } from '#core/any-of.ts';

/** Packages and folders of runtimes, frameworks, drivers and pools: what is thrown there was asked for by other code. */
const ofLibrary = anyOf(
  [
    /(?:java|javax|jdk|jakarta|sun|com\.sun|kotlin|kotlinx|scala|akka|groovy|clojure|reactor|rx|node|async)[.:/ ]/,
    /java\.(?:base|sql|net\.http|desktop|management)\/|internal\/|<anonymous>|Object\.<anonymous>/,
    /org\.(?:springframework|apache|hibernate|eclipse|jboss|wildfly|glassfish|postgresql|mariadb|h2|junit|testng|gradle|slf4j|jooq|quartz|redisson|flywaydb|codehaus|aspectj|jetbrains|opentest4j|mockito|bson)\./,
    /com\.(?:zaxxer|mysql|mongodb|fasterxml|google|oracle|microsoft|amazonaws|netflix|rabbitmq|datastax|squareup|mchange|lmax|esotericsoftware|sap\.db)\.|ch\.qos\.|oracle\.jdbc\./,
    /io\.(?:netty|grpc|lettuce|micrometer|undertow|vertx|micronaut|quarkus|r2dbc|projectreactor|opentelemetry|reactivex|ktor)\.|redis\.clients\.|okhttp3?\.|retrofit2\.|net\.(?:sf|bytebuddy)\.|software\.amazon\./,
    /(?:System|Microsoft|Newtonsoft|Npgsql|Castle)\./,
  ],
  { before: '^(?:', after: ')' },
);
const ofLibraryFile =
  /\/(?:site-packages|dist-packages|node_modules|gems|vendor|pkg\/mod)\/|\/lib\/python\d|\/usr\/local\/go\/|<frozen |node:internal|\bnode:\w/;

/** Whether a frame (the call, or the file it is in) is of the program itself and not of what it is built on. */
export function isOwnCode(call: string, file = ''): boolean {
  return !ofLibrary.test(call) && !ofLibraryFile.test(file === '' ? call : file);
}
