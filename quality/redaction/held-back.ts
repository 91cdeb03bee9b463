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
    // The issuer shows the prefix. The lengths are those of mongodb/kingfisher, crates/kingfisher-rules/data/rules/nvidia.yml.
    source: 'https://docs.nvidia.com/nemo/retriever/latest/extraction/api-keys/index.html',
    names: ['NVIDIA_API_KEY', 'NGC_API_KEY'],
    formats: ['nvapi-{w60-70}'],
  },
  {
    id: 'scalingo',
    // The issuer shows the prefix. The length is that of gitleaks/gitleaks, cmd/generate/config/rules/scalingo.go.
    source: 'https://github.com/Scalingo/scalingo.js',
    names: ['SCALINGO_TOKEN', 'SCALINGO_API_TOKEN'],
    formats: ['tk-us-{w48}'],
  },
  {
    id: 'contentful',
    // The issuer shows neither. Scanners agree on prefix and length: trufflesecurity/trufflehog,
    // pkg/detectors/contentfulpersonalaccesstoken/contentfulpersonalaccesstoken.go.
    source: 'https://contentful.com/help/token-management/personal-access-tokens',
    names: ['CONTENTFUL_MANAGEMENT_TOKEN', 'CONTENTFUL_ACCESS_TOKEN'],
    formats: ['CFPAT-{w43}'],
  },
  {
    id: 'openshift',
    // 256 random bits in base64url.
    source: 'https://github.com/openshift/oauth-server/blob/HEAD/pkg/osinserver/tokengen.go',
    names: ['OPENSHIFT_TOKEN', 'K8S_AUTH_API_KEY'],
    formats: ['sha256~{w43}'],
  },
];
