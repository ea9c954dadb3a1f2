/** DEBUG PROTOCOL: one example of every type of reply, for authors of clients. */
import { ReplyError } from '../../base/errors.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';

export const PROTOCOL_EXAMPLES: Readonly<Record<string, (reply: ReplyBuffer) => void>> = {
  string: (reply) => reply.text('Hello World'),
  integer: (reply) => reply.integer(12345),
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the server answers with these four digits
  double: (reply) => reply.double(3.141),
  bignum: (reply) => reply.bigNumber('1234567999999999999999999999999999999'),
  null: (reply) => reply.nil(),
  array(reply) {
    reply.array(3);
    for (let number = 0; number < 3; number++) reply.integer(number);
  },
  set(reply) {
    reply.set(3);
    for (let number = 0; number < 3; number++) reply.integer(number);
  },
  map(reply) {
    reply.map(3);
    for (let number = 0; number < 3; number++) {
      reply.integer(number);
      reply.boolean(number === 1);
    }
  },
  attrib(reply) {
    if (reply.protocol === 3) {
      reply.ascii('|1\r\n');
      reply.text('key-popularity');
      reply.array(2);
      reply.text('key:123');
      reply.integer(90);
    }
    reply.text('Some real reply following the attribute');
  },
  push(reply) {
    if (reply.protocol === 2) throw new ReplyError('ERR RESP2 is not supported by this command');
    reply.push(2);
    reply.text('server-cpu-usage');
    reply.integer(42);
    reply.text('Some real reply following the push reply');
  },
  verbatim: (reply) => reply.verbatim('This is a verbatim\nstring'),
  true: (reply) => reply.boolean(true),
  false: (reply) => reply.boolean(false),
};
