/** The plugin that `init` gives to opencode. All that it does is in this package, so that an upgrade reaches it. */
import { pathToFileURL } from 'node:url';

const HEAD = '// Written by `rutbreak init`. `rutbreak init --remove opencode` takes it away.';

export function pluginText(module: string): string {
  return `${HEAD}
export const Rutbreak = async (context) => {
  try {
    const { guardOpencode } = await import(${JSON.stringify(pathToFileURL(module).href)});
    return await guardOpencode(context);
  } catch (error) {
    console.error(\`rutbreak: the plugin failed, and opencode goes on unguarded: \${error?.message}\`);
    return {};
  }
};
`;
}

export function isOwnPlugin(text: string): boolean {
  return text.startsWith(HEAD);
}
