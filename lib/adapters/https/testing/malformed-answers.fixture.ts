/** The exact bytes of a response from a hostile or broken receiver, as latin1. */
export interface MalformedAnswer {
  readonly what: string;
  readonly bytes: string;
}

const OK = "HTTP/1.1 200 OK\r\n";
const NO_BODY = "content-length: 0\r\n\r\n";
const CHUNKED = "transfer-encoding: chunked\r\n";
const CHUNKED_OK = "2\r\nok\r\n0\r\n\r\n";

const table = (rows: readonly (readonly [what: string, bytes: string])[]) =>
  rows.map(([what, bytes]): MalformedAnswer => ({ what, bytes }));

/** Responses without a valid status. All of them are reported as the receiver's fault. */
export const NOT_HTTP: readonly MalformedAnswer[] = table([
  ["status 000", `HTTP/1.1 000 Zero\r\n${NO_BODY}`],
  ["status 000 with a body", `HTTP/1.1 000\r\n${CHUNKED}\r\n${CHUNKED_OK}`],
  ["status 099", `HTTP/1.1 099 Low\r\n${NO_BODY}`],
  ["status 1000", `HTTP/1.1 1000 High\r\n${NO_BODY}`],
  ["status -1", `HTTP/1.1 -1 Negative\r\n${NO_BODY}`],
  ["a two-digit status", `HTTP/1.1 20 OK\r\n${NO_BODY}`],
  ["a status in letters", `HTTP/1.1 abc OK\r\n${NO_BODY}`],
  ["no status", `HTTP/1.1\r\n${NO_BODY}`],
  ["an unknown HTTP version", `HTTP/9.9 200 OK\r\n${NO_BODY}`],
  ["HTTP in lower case", `http/1.1 200 OK\r\n${NO_BODY}`],
  ["HTTP/0.9", "<html>hello</html>"],
  ["the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["an HTTP/2 frame", "\0\0\0\x04\0\0\0\0\0"],
  ["a request", "GET / HTTP/1.1\r\nhost: a\r\n\r\n"],
  ["another protocol", "220 mail.example.com ESMTP\r\n"],
  ["meaningless bytes", "\x80\x81\x82\xff"],
  ["two equal Content-Length headers", `${OK}content-length: 2\r\ncontent-length: 2\r\n\r\nok`],
  ["two different Content-Length headers", `${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
  ["a list as Content-Length", `${OK}content-length: 2, 2\r\n\r\nok`],
  ["a negative Content-Length", `${OK}content-length: -1\r\n\r\nok`],
  ["letters as Content-Length", `${OK}content-length: abc\r\n\r\nok`],
  ["an empty Content-Length", `${OK}content-length: \r\n\r\nok`],
  ["a Content-Length beyond 64 bits", `${OK}content-length: ${"9".repeat(23)}\r\n\r\nok`],
  [
    "Content-Length after Transfer-Encoding",
    `${OK}${CHUNKED}content-length: 2\r\n\r\n${CHUNKED_OK}`,
  ],
  [
    "Content-Length before Transfer-Encoding",
    `${OK}content-length: 2\r\n${CHUNKED}\r\n${CHUNKED_OK}`,
  ],
  ["a header with U+0000", `${OK}x-a: a\0b\r\n${NO_BODY}`],
  ["a header with control characters", `${OK}x-a: \x01\x7f\r\n${NO_BODY}`],
  ["a header with a space in its name", `${OK}x a: b\r\n${NO_BODY}`],
  ["a header without a name", `${OK}: b\r\n${NO_BODY}`],
  ["a header without a colon", `${OK}no header at all\r\n\r\n`],
  ["an invalid header after its Content-Length", `${OK}content-length: 2\r\nx a: b\r\n\r\nok`],
  ["a header on two lines", `${OK}x-a: b\r\n c\r\n${NO_BODY}`],
  ["lines that end without CR", "HTTP/1.1 200 OK\nx-a: b\ncontent-length: 0\n\n"],
  ["a CR inside a header", `${OK}x-a: b\rc\r\n${NO_BODY}`],
  ["one header of 20 KB", `${OK}x-long: ${"a".repeat(20_000)}\r\n\r\nok`],
  ["20 KB of short headers", `${OK}${"x-a: b\r\n".repeat(5000)}\r\nok`],
  ["an unsolicited status 100", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["a body after status 199", `HTTP/1.1 199 X\r\ncontent-length: 2\r\n\r\nok${OK}${NO_BODY}`],
  [
    "status 101 with an upgrade",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
  ],
  ["status 101 without an upgrade", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  ["status 102 and then nonsense", "HTTP/1.1 102 Processing\r\n\r\nnonsense"],
]);

/** Responses with a complete status line followed by an error. The status counts, and the error is recorded. */
export const BROKEN_BODIES: readonly MalformedAnswer[] = table([
  ["letters as a chunk size", `${OK}${CHUNKED}\r\nzz\r\nok\r\n0\r\n\r\n`],
  ["a negative chunk size", `${OK}${CHUNKED}\r\n-2\r\nok\r\n0\r\n\r\n`],
  ["a chunk size beyond 64 bits", `${OK}${CHUNKED}\r\n${"f".repeat(17)}\r\nok\r\n0\r\n\r\n`],
  ["a chunk longer than its size", `${OK}${CHUNKED}\r\n2\r\nokokok\r\n0\r\n\r\n`],
  ["an invalid trailer", `${OK}${CHUNKED}\r\n2\r\nok\r\n0\r\nno trailer\r\n\r\n`],
  ["a trailer of 20 KB", `${OK}${CHUNKED}\r\n2\r\nok\r\n0\r\nx-a: ${"b".repeat(20_000)}\r\n\r\n`],
]);

/** Unusual but valid responses. */
export const UNUSUAL: readonly MalformedAnswer[] = table([
  ["no reason phrase", `HTTP/1.1 200\r\n${NO_BODY}`],
  ["a reason phrase of 20 KB", `HTTP/1.1 200 ${"a".repeat(20_000)}\r\n${NO_BODY}`],
  ["empty lines before it", `\r\n\r\n${OK}${NO_BODY}`],
  ["5,000 early hints before it", `${"HTTP/1.1 103 Early\r\n\r\n".repeat(5000)}${OK}${NO_BODY}`],
  ["headers named like JavaScript's own", `${OK}__proto__: x\r\nconstructor: y\r\n${NO_BODY}`],
  ["a trailer", `${OK}${CHUNKED}\r\n2\r\nok\r\n0\r\nx-a: b\r\n\r\n`],
  ["an unsolicited upgrade", `${OK}upgrade: x\r\nconnection: upgrade\r\n${NO_BODY}`],
  ["a meaningless Keep-Alive", `${OK}keep-alive: timeout=-${"9".repeat(30)}\r\n${NO_BODY}`],
  ["a second response after it", `${OK}${NO_BODY}${OK}${NO_BODY}`],
  ["nonsense after it", `${OK}content-length: 2\r\n\r\noknonsense`],
]);
