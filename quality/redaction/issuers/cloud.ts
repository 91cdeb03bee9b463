import type { Issuer } from './issuer.js';

export const CLOUD_ISSUERS: readonly Issuer[] = [
  {
    id: 'aws-access-key-id',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    names: ['AWS_ACCESS_KEY_ID'],
    formats: ['AKIA{B16}', 'ASIA{B16}'],
  },
  {
    id: 'aws-secret-access-key',
    source: 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html',
    names: ['AWS_SECRET_ACCESS_KEY', 'aws_secret_access_key', 'SecretAccessKey'],
    formats: ['{b40}'],
    onlyNamed: true,
  },
  {
    id: 'aws-session-token',
    source: 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html',
    names: ['AWS_SESSION_TOKEN', 'aws_session_token', 'SessionToken'],
    formats: ['IQoJb3JpZ2luX2Vj{b200-400}=='],
    onlyNamed: true,
  },
  {
    id: 'google-api-key',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    names: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_MAPS_KEY'],
    formats: ['AIza{w35}', 'AIzaSy{w33}'],
  },
  {
    id: 'google-oauth',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    names: ['GOOGLE_CLIENT_SECRET', 'GOOGLE_OAUTH_ACCESS_TOKEN', 'refresh_token'],
    formats: ['GOCSPX-{w28}', 'ya29.a0{w120-200}', '1//0<A1>{w60-90}'],
  },
  {
    id: 'azure-client-secret',
    source: 'https://learn.microsoft.com/en-us/purview/sit-defn-client-secret-api-key',
    names: ['AZURE_CLIENT_SECRET', 'ARM_CLIENT_SECRET'],
    formats: ['{A3}8Q~{w34}'],
  },
  {
    id: 'azure-storage-key',
    source: 'https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string',
    names: ['AZURE_STORAGE_KEY', 'AZURE_STORAGE_CONNECTION_STRING', 'AccountKey'],
    formats: [
      'DefaultEndpointsProtocol=https;AccountName=<a12>;AccountKey={b86}==;EndpointSuffix=core.windows.net',
      'Endpoint=sb://<a10>.servicebus.windows.net/;SharedAccessKeyName=RootManage;SharedAccessKey={b43}=',
    ],
  },
  {
    id: 'azure-sas',
    source: 'https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview',
    names: ['AZURE_STORAGE_SAS_TOKEN', 'SAS_URL'],
    formats: [
      'https://<a12>.blob.core.windows.net/data/a.csv?sv=2022-11-02&st=2026-01-04T00%3A00%3A00Z&sr=b&sp=r&sig={A42}%3D',
    ],
  },
  {
    id: 'digitalocean',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    names: ['DIGITALOCEAN_ACCESS_TOKEN', 'DIGITALOCEAN_TOKEN'],
    formats: ['dop_v1_{x64}', 'doo_v1_{x64}', 'dor_v1_{x64}'],
  },
  {
    id: 'databricks',
    source: 'https://docs.databricks.com/aws/en/dev-tools/auth/pat',
    names: ['DATABRICKS_TOKEN'],
    formats: ['dapi{x32}', 'dapi{x32}-2'],
  },
  {
    id: 'supabase',
    source: 'https://supabase.com/docs/guides/api/api-keys',
    names: ['SUPABASE_SECRET_KEY', 'SUPABASE_ACCESS_TOKEN'],
    formats: ['sb_secret_{w22}_{w8}', 'sbp_{x40}'],
  },
  {
    id: 'vault',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens',
    names: ['VAULT_TOKEN', 'X-Vault-Token'],
    formats: ['hvs.{w90-100}', 'hvb.{w140-180}', 'hvs.CAESI{w86}', 's.{A24}'],
  },
  {
    id: 'doppler',
    source: 'https://docs.doppler.com/reference/auth-token-formats',
    names: ['DOPPLER_TOKEN'],
    formats: ['dp.pt.{A43}', 'dp.st.dev.{A43}', 'dp.sa.{A43}'],
  },
];
