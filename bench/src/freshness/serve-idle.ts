import { createIdleScript } from '../../../apps/server/test/mail-servers/idle-script.ts';
import { startScriptedServer } from '../../../apps/server/test/mail-servers/start-scripted-server.ts';

/**
 * A process of its own with a mail server that has IDLE and any number of mailboxes. It counts the open watches
 * when a message comes, and ends with its parent.
 */
const { script, open } = createIdleScript();
const server = await startScriptedServer(script);
process.send?.({ port: server.port, ca: server.ca });
process.on('message', () => void process.send?.(open().length));
process.once('disconnect', () => process.exit());
