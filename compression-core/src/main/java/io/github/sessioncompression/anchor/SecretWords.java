package io.github.sessioncompression.anchor;

import java.util.List;
import java.util.Set;

/** The words that tell a secret, what stands between them and it, and how keys begin that need no word. */
final class SecretWords {
    /** How keys and tokens begin. */
    static final List<String> PREFIXES = List.of(
            "sk-",
            "sk_live_",
            "sk_test_",
            "rk_live_",
            "pk_live_",
            "ghp_",
            "gho_",
            "ghs_",
            "github_pat_",
            "glpat-",
            "xoxb-",
            "xoxp-",
            "xoxa-",
            "AKIA",
            "ASIA",
            "AIza",
            "ya29.",
            "eyJ",
            "hf_",
            "npm_",
            "SG.",
            "dop_v1_");

    /** Words behind which a secret stands, in small letters. */
    static final Set<String> LEADS = Set.of(
            "password",
            "passwort",
            "passwd",
            "passphrase",
            "pwd",
            "pass",
            "secret",
            "token",
            "apikey",
            "api_key",
            "api-key",
            "api key",
            "access_key",
            "access key",
            "access_token",
            "auth_token",
            "client_secret",
            "secret_key",
            "private_key",
            "kennwort",
            "contraseña",
            "clave",
            "mot de passe",
            "senha",
            "wachtwoord",
            "пароль",
            "пин-код",
            "密码",
            "口令",
            "密钥",
            "パスワード",
            "暗証番号",
            "authorization",
            "bearer",
            "pin",
            "db_password");

    /** Words between the word and the secret. */
    static final Set<String> LINKS =
            Set.of("is", "ist", "lautet", "est", "es", "è", "é", "was", "war", "equals", "like", "to", "auf", "à", "a");

    /** What stands there where no secret is given. */
    static final Set<String> PLACEHOLDERS = Set.of(
            "required",
            "optional",
            "string",
            "null",
            "none",
            "true",
            "false",
            "undefined",
            "missing",
            "invalid",
            "expired",
            "incorrect",
            "wrong",
            "correct",
            "changed",
            "reset",
            "empty",
            "hidden",
            "redacted",
            "erforderlich",
            "falsch",
            "incorrecta",
            "incorrect.",
            "obligatoire",
            "неверный",
            "example",
            "text",
            "number",
            "integer");

    private SecretWords() {}
}
