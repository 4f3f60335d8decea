import { createIdleScript } from '../../../apps/server/test/mail-servers/idle-script.ts';
import { startScriptedServer } from '../../../apps/server/test/mail-servers/start-scripted-server.ts';

/** A process of its own with a mail server that has IDLE and any number of mailboxes. It ends with its parent. */
const server = await startScriptedServer(createIdleScript().script);
process.send?.({ port: server.port, ca: server.ca });
process.once('disconnect', () => process.exit());
