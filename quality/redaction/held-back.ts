import type { Issuer } from './issuers/issuer.js';

/**
 * Drawn by chance before they were first measured. They are measured and reported, and never looked at when the table of
 * shapes changes: their recall says how well secrets fare that nobody thought of. A kind that a rule of the table was
 * written for moves to the others, and a new one is drawn in its place: of a list of candidates, the one whose SHA-256 of
 * `held back NAME` is the smallest.
 */
export const HELD_BACK: readonly Issuer[] = [
  {
    id: 'planetscale',
    source: 'https://planetscale.com/docs/concepts/service-tokens',
    names: ['PLANETSCALE_SERVICE_TOKEN', 'DATABASE_PASSWORD'],
    formats: ['pscale_tkn_{w43}', 'pscale_pw_{w43}'],
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
    id: 'resend',
    source: 'https://resend.com/docs/dashboard/api-keys/introduction',
    names: ['RESEND_API_KEY'],
    formats: ['re_<A8>_{A24}'],
  },
  {
    id: 'nvidia',
    source: 'https://docs.nvidia.com/ngc/latest/ngc-user-guide.html',
    names: ['NVIDIA_API_KEY', 'NGC_API_KEY'],
    formats: ['nvapi-{w64}'],
  },
  {
    id: 'scalingo',
    source: 'https://developers.scalingo.com/tokens',
    names: ['SCALINGO_API_TOKEN'],
    formats: ['tk-us-{w48}'],
  },
  {
    id: 'contentful',
    source: 'https://www.contentful.com/developers/docs/references/authentication/',
    names: ['CONTENTFUL_MANAGEMENT_TOKEN', 'CONTENTFUL_ACCESS_TOKEN'],
    formats: ['CFPAT-{w43}'],
  },
  {
    id: 'openshift',
    source: 'https://docs.redhat.com/en/documentation/openshift_container_platform',
    names: ['OPENSHIFT_TOKEN', 'K8S_AUTH_API_KEY'],
    formats: ['sha256~{w43}'],
  },
];
