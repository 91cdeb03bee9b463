import type { Issuer } from './issuer.js';

export const CODE_ISSUERS: readonly Issuer[] = [
  {
    id: 'github-classic',
    source:
      'https://github.blog/changelog/2021-03-31-authentication-token-format-updates-are-generally-available/',
    names: ['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN'],
    formats: ['ghp_{A36}', 'gho_{A36}', 'ghu_{A36}', 'ghs_{A36}', 'ghr_{A76}'],
  },
  {
    id: 'github-fine-grained',
    source:
      'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github',
    names: ['GITHUB_TOKEN', 'GH_PAT'],
    formats: ['github_pat_{A22}_{A59}'],
  },
  {
    id: 'gitlab',
    source: 'https://docs.gitlab.com/security/tokens/#token-prefixes',
    names: ['GITLAB_TOKEN', 'CI_JOB_TOKEN', 'PRIVATE-TOKEN'],
    formats: [
      ...([
        'glpat-{w20}',
        'glptt-{x40}',
        'gldt-{w20}',
        'glrt-{w20}',
        'glcbt-<x2>_{w20}',
        'glft-{w20}',
      ] as const),
      ...['glsoat-{w20}', 'gloas-{x64}', 'GR1348941{w20}', 'glpat-{w27}.<d2>.<a9>'],
    ],
  },
  {
    id: 'npm',
    source: 'https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/',
    names: ['NPM_TOKEN', '//packages.example.test/:_authToken'],
    formats: ['npm_{A36}'],
  },
  {
    id: 'pypi',
    source: 'https://pypi.org/help/#apitoken',
    names: ['TWINE_PASSWORD', 'PYPI_TOKEN'],
    formats: ['pypi-AgEIcHlwaS5vcmc{w150-180}'],
  },
  {
    id: 'docker-hub',
    source: 'https://docs.docker.com/security/access-tokens/',
    names: ['DOCKERHUB_TOKEN', 'DOCKER_PASSWORD'],
    formats: ['dckr_pat_{w27}', 'dckr_oat_{w32}'],
  },
  {
    id: 'atlassian',
    source:
      'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    names: ['ATLASSIAN_API_TOKEN', 'JIRA_API_TOKEN', 'CONFLUENCE_TOKEN'],
    formats: ['ATATT3xFfGF0{w170-178}={X8}', 'ATBB{A24}{X8}', 'ATCTT3xFfGN0{w170-178}={X8}'],
  },
  {
    id: 'linear',
    source: 'https://linear.app/developers/graphql',
    names: ['LINEAR_API_KEY'],
    formats: ['lin_api_{A40}', 'lin_oauth_{x64}'],
  },
  {
    id: 'notion',
    source: 'https://developers.notion.com/page/changelog',
    names: ['NOTION_TOKEN', 'NOTION_API_KEY'],
    formats: ['ntn_{d11}{A35}', 'secret_{A43}'],
  },
  {
    id: 'sentry',
    source: 'https://docs.sentry.io/account/auth-tokens/',
    names: ['SENTRY_AUTH_TOKEN'],
    formats: ['sntryu_{x64}', 'sntrys_eyJpYXQiOjE3{A60-90}={b43}'],
  },
  {
    id: 'datadog',
    source: 'https://docs.datadoghq.com/account_management/api-app-keys/',
    names: ['DD_API_KEY', 'DATADOG_API_KEY', 'DD-API-KEY', 'DD_APP_KEY', 'DD-APPLICATION-KEY'],
    formats: ['{x32}', '{x40}'],
    onlyNamed: true,
  },
  {
    id: 'new-relic',
    source: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    names: ['NEW_RELIC_API_KEY', 'NEW_RELIC_LICENSE_KEY', 'NEWRELIC_KEY'],
    formats: ['NRAK-{U27}', '{x36}NRAL', 'NRII-{w32}'],
  },
];
