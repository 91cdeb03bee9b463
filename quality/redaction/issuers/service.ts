import type { Issuer } from './issuer.js';

export const SERVICE_ISSUERS: readonly Issuer[] = [
  {
    id: 'slack',
    source: 'https://docs.slack.dev/authentication/tokens',
    names: ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_TOKEN'],
    formats: [
      ...(['xoxb-<d12>-<d12>-{A24}', 'xoxp-<d12>-<d12>-<d13>-{x32}', 'xapp-1-A<U10>-<d13>-{x64}'] as const),
      ...['xoxe.xoxp-1-{A163}', 'xoxe-1-{A146}'],
    ],
  },
  {
    id: 'slack-webhook',
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
    names: ['SLACK_WEBHOOK_URL'],
    formats: ['https://hooks.slack.com/services/T<U8>/B<U10>/{A24}'],
  },
  {
    id: 'stripe',
    source: 'https://docs.stripe.com/keys',
    names: ['STRIPE_SECRET_KEY', 'STRIPE_API_KEY', 'STRIPE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    formats: ['sk_live_{A24}', 'sk_live_51{A97}', 'rk_live_51{A97}', 'sk_test_{A24}', 'whsec_{A32}'],
  },
  {
    id: 'openai',
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    names: ['OPENAI_API_KEY', 'OPENAI_KEY'],
    formats: [
      ...(['sk-{A20}T3BlbkFJ{A20}', 'sk-proj-{w74}T3BlbkFJ{w74}', 'sk-svcacct-{w58}T3BlbkFJ{w58}'] as const),
      'sk-admin-{w58}T3BlbkFJ{w58}',
    ],
  },
  {
    id: 'anthropic',
    source: 'https://docs.claude.com/en/api/overview',
    names: ['ANTHROPIC_API_KEY', 'x-api-key', 'CLAUDE_CODE_OAUTH_TOKEN'],
    formats: ['sk-ant-api03-{w93}AA', 'sk-ant-admin01-{w93}AA', 'sk-ant-oat01-{w93}AA'],
  },
  {
    id: 'hugging-face',
    source: 'https://huggingface.co/docs/hub/en/security-tokens',
    names: ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'],
    formats: ['hf_{L34}'],
  },
  {
    id: 'langsmith',
    source: 'https://docs.langchain.com/langsmith/create-account-api-key',
    names: ['LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'],
    formats: ['lsv2_pt_{x32}_{x10}', 'lsv2_sk_{x32}_{x10}'],
  },
  {
    id: 'sendgrid',
    source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    names: ['SENDGRID_API_KEY'],
    formats: ['SG.{w22}.{w43}'],
  },
  {
    id: 'twilio-api-key',
    source: 'https://www.twilio.com/docs/iam/api-keys',
    names: ['TWILIO_API_KEY'],
    formats: ['SK{x32}'],
  },
  {
    id: 'twilio-auth-token',
    source: 'https://www.twilio.com/docs/iam/api/authtoken',
    names: ['TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY_SECRET', 'authToken'],
    formats: ['{x32}', '{A32}'],
    onlyNamed: true,
  },
  {
    id: 'telegram',
    source: 'https://core.telegram.org/bots/features#creating-a-new-bot',
    names: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_TOKEN'],
    formats: ['<d10>:AA{w33}', '<d9>:AAE{w32}', 'https://api.telegram.org/bot<d10>:AA{w33}/getMe'],
  },
  {
    id: 'discord',
    source: 'https://discord.com/developers/docs/reference#authentication',
    names: ['DISCORD_TOKEN', 'DISCORD_BOT_TOKEN', 'DISCORD_WEBHOOK'],
    formats: [
      ...(['MT<A22>.G<w5>.{w38}', 'Nz<A22>.X<w5>.{w27}', 'OD<A22>.Y<w5>.{w38}'] as const),
      'https://discord.com/api/webhooks/<d19>/{w68}',
    ],
  },
  {
    id: 'shopify',
    source: 'https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing',
    names: ['SHOPIFY_ACCESS_TOKEN', 'X-Shopify-Access-Token', 'SHOPIFY_API_SECRET'],
    formats: ['shpat_{x32}', 'shpca_{x32}', 'shppa_{x32}', 'shpss_{x32}'],
  },
  {
    id: 'mailgun',
    source: 'https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth',
    names: ['MAILGUN_API_KEY', 'MAILGUN_KEY'],
    formats: ['key-{x32}', '{x32}-{x8}-{x8}'],
    onlyNamed: true,
  },
  {
    id: 'square',
    source: 'https://developer.squareup.com/docs/build-basics/access-tokens',
    names: ['SQUARE_ACCESS_TOKEN', 'SQUARE_APPLICATION_SECRET'],
    formats: ['EAAA{w60}', 'sq0atp-{w22}', 'sq0csp-{w43}'],
  },
  {
    id: 'age',
    source: 'https://github.com/C2SP/C2SP/blob/main/age.md',
    names: ['SOPS_AGE_KEY', 'AGE_SECRET_KEY'],
    formats: ['AGE-SECRET-KEY-1{q58}'],
  },
  {
    id: 'wallet-key',
    source:
      'https://en.bitcoin.it/wiki/Wallet_import_format; https://ethereum.org/en/developers/docs/accounts/',
    names: ['WALLET_PRIVATE_KEY', 'PRIVATE_KEY', 'privateKey'],
    formats: ['0x{x64}', '5J{z49}', 'K{z51}', 'xprv9s21ZrQH143K{z96}'],
    onlyNamed: true,
  },
];
