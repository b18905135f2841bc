/** WebAuthn as JSON: the server writes bytes as base64url, the browser wants buffers. */
interface Described {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

type Options = Record<string, unknown>;

/** Browsers have passkeys over https, and on this machine. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/** Lets the browser make a passkey. Throws if the person cancels, or the device has one of the account already. */
export async function makePasskey(options: Options): Promise<{ client_data: string; attestation: string }> {
  const { challenge, user, excludeCredentials = [], ...rest } = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = {
    ...rest,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map((each) => described(each as Described)),
  } as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return { client_data: text(clientDataJSON), attestation: text(attestationObject) };
}

/** Lets the browser sign with a passkey. Throws if the person cancels. */
export async function signWithPasskey(options: Options) {
  const { challenge, allowCredentials = [], ...rest } = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = {
    ...rest,
    challenge: bytes(challenge),
    allowCredentials: allowCredentials.map((each) => described(each as Described)),
  } as PublicKeyCredentialRequestOptions;
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response as AuthenticatorAssertionResponse;
  return {
    id: given.id,
    client_data: text(clientDataJSON),
    authenticator_data: text(authenticatorData),
    signature: text(signature),
    user_handle: userHandle?.byteLength ? text(userHandle) : null,
  };
}

const described = ({ id, ...rest }: Described) => ({ ...rest, id: bytes(id) });

function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  const letters = atob(encoded.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
