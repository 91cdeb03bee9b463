import type { Issuer } from './issuers/issuer.js';

/**
 * Drawn by chance before the first measurement. They are measured and reported, and never looked at when the table of
 * shapes changes: their recall says how well secrets fare that nobody thought of.
 */
export const HELD_BACK: readonly Issuer[] = [
  {
    id: 'postman',
    source: 'https://learning.postman.com/docs/reference/postman-api/authentication/',
    names: ['POSTMAN_API_KEY', 'X-API-Key'],
    formats: ['PMAK-{x24}-{x34}'],
  },
  {
    id: 'planetscale',
    source: 'https://planetscale.com/docs/concepts/service-tokens',
    names: ['PLANETSCALE_SERVICE_TOKEN', 'DATABASE_PASSWORD'],
    formats: ['pscale_tkn_{w43}', 'pscale_pw_{w43}'],
  },
  {
    id: 'perplexity',
    source: 'https://docs.perplexity.ai/getting-started/quickstart',
    names: ['PERPLEXITY_API_KEY', 'PPLX_API_KEY'],
    formats: ['pplx-{A48}'],
  },
  {
    id: 'artifactory',
    source: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key',
    names: ['ARTIFACTORY_API_KEY', 'X-JFrog-Art-Api'],
    formats: ['AKCp{A69}'],
  },
  {
    id: 'one-password',
    source: 'https://developer.1password.com/docs/service-accounts/',
    names: ['OP_SERVICE_ACCOUNT_TOKEN'],
    formats: ['ops_eyJ{A250-300}'],
  },
  {
    id: 'openrouter',
    source: 'https://openrouter.ai/docs/api-reference/authentication',
    names: ['OPENROUTER_API_KEY'],
    formats: ['sk-or-v1-{x64}'],
  },
  {
    id: 'sonarqube',
    source: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens',
    names: ['SONAR_TOKEN'],
    formats: ['sqp_{x40}', 'squ_{x40}', 'sqa_{x40}'],
  },
  {
    id: 'mailchimp',
    source: 'https://mailchimp.com/developer/marketing/guides/quick-start/',
    names: ['MAILCHIMP_API_KEY'],
    formats: ['{x32}-us12', '{x32}-us6'],
  },
  {
    id: 'circleci',
    source: 'https://circleci.com/docs/managing-api-tokens/',
    names: ['CIRCLE_TOKEN', 'Circle-Token'],
    formats: ['CCIPAT_<A22>_{x40}'],
  },
  {
    id: 'resend',
    source: 'https://resend.com/docs/dashboard/api-keys/introduction',
    names: ['RESEND_API_KEY'],
    formats: ['re_<A8>_{A24}'],
  },
];
