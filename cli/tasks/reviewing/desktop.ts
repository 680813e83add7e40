import type { World } from '../../machine/world.ts';

/** A notification on the person's desktop. Both texts are on one line each. */
export interface DesktopNotification {
  readonly title: string;
  readonly text: string;
}

type Tools = Pick<World, 'machine' | 'processes'>;

/** Shows it with the tools of the system. False where there is no desktop that takes it. */
export function showOnDesktop(
  { machine, processes }: Tools,
  notification: DesktopNotification,
): Promise<boolean> {
  const run = async ([program, ...args]: readonly [string, ...string[]], env?: Record<string, string>) => {
    const ended = await processes.runTool(program, args, env).catch(() => undefined);
    return ended?.exit === 0;
  };
  if (machine.platform === 'darwin') return run(macOs(notification));
  if (machine.platform === 'win32') return run(WINDOWS, windowsEnv(notification));
  return run(notifySend(notification)).then((isShown) => isShown || run(gdbus(notification)));
}

/** The text may have markup there, the title not. */
function notifySend({ title, text }: DesktopNotification): [string, ...string[]] {
  return ['notify-send', '--app-name=agentmail', '--', title, withoutMarkup(text)];
}

/** Arguments are values in the text form of GVariant. */
function gdbus({ title, text }: DesktopNotification): [string, ...string[]] {
  const call = [
    ...['call', '--session', '--dest', 'org.freedesktop.Notifications'],
    ...['--object-path', '/org/freedesktop/Notifications'],
    ...['--method', 'org.freedesktop.Notifications.Notify'],
  ];
  const values = [quoted('agentmail'), 'uint32 0', quoted(''), quoted(title), quoted(withoutMarkup(text))];
  return ['gdbus', ...call, ...values, '@as []', '@a{sv} {}', 'int32 -1'];
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The texts are arguments of the script, never part of it. */
function macOs({ title, text }: DesktopNotification): [string, ...string[]] {
  const script = [
    'on run texts',
    'display notification (item 2 of texts) with title (item 1 of texts)',
    'end run',
  ];
  return ['osascript', ...script.flatMap((line) => ['-e', line]), title, text];
}

/** Windows shows notifications of known programs only, and PowerShell is one. */
const POWERSHELL_APP = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe';
const TOAST = `
$ErrorActionPreference = 'Stop'
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
[void][Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom, ContentType = WindowsRuntime]
$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent('ToastText02')
$texts = $toast.GetElementsByTagName('text')
[void]$texts.Item(0).AppendChild($toast.CreateTextNode($env:AGENTMAIL_TITLE))
[void]$texts.Item(1).AppendChild($toast.CreateTextNode($env:AGENTMAIL_TEXT))
$notifier = [Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${POWERSHELL_APP}')
$notifier.Show([Windows.UI.Notifications.ToastNotification]::new($toast))
`;
const WINDOWS: [string, ...string[]] = ['powershell', '-NoProfile', '-NonInteractive', '-Command', TOAST];

/** PowerShell reads arguments after its command as part of it, so the texts are in the environment. */
function windowsEnv({ title, text }: DesktopNotification): Record<string, string> {
  return { AGENTMAIL_TITLE: title, AGENTMAIL_TEXT: text };
}
