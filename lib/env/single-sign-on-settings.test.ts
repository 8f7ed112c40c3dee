import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

const SETTINGS = {
  OIDC_ISSUER: "https://id.example.com/realms/house",
  OIDC_CLIENT_ID: "stagedoor",
  OIDC_CLIENT_SECRET: "not-for-a-message",
  OIDC_ROLES: "stagedoor-admin=administrator, docs-team=reviewer",
};

describe("single sign-on", () => {
  test("is off by default", () => {
    expect(readSettings({}).singleSignOn).toBeNull();
  });

  test("has a default name and a default claim", () => {
    expect(readSettings(SETTINGS).singleSignOn).toEqual({
      issuer: SETTINGS.OIDC_ISSUER,
      clientId: "stagedoor",
      clientSecret: "not-for-a-message",
      name: "single sign-on",
      roleClaim: "roles",
      roles: { "stagedoor-admin": "administrator", "docs-team": "reviewer" },
    });
  });

  test("keeps the issuer exactly as given", () => {
    const issuer = "https://ID.example.com/";
    expect(readSettings({ ...SETTINGS, OIDC_ISSUER: issuer }).singleSignOn?.issuer).toBe(issuer);
  });

  test("splits a role mapping at its last equals sign", () => {
    const roles = "cn=docs,dc".replace(",", ";");
    const settings = { ...SETTINGS, OIDC_ROLES: `${roles}=reader` };
    expect(readSettings(settings).singleSignOn?.roles).toEqual({ [roles]: "reader" });
  });

  test.each(["http://127.0.0.1:9000", "http://localhost:9000"])(
    "accepts the issuer %s, because the provider is on this machine",
    (issuer) => {
      expect(readSettings({ ...SETTINGS, OIDC_ISSUER: issuer }).singleSignOn?.issuer).toBe(issuer);
    },
  );

  test.each(["http://id.example.com", "id.example.com", "https://id.example.com/?a=b", "ftp://x"])(
    "rejects the issuer %s",
    (issuer) => {
      expect(() => readSettings({ ...SETTINGS, OIDC_ISSUER: issuer })).toThrow(
        /^The setting OIDC_ISSUER must be the address/,
      );
    },
  );

  test.each(["admins", "admins=boss", "=reader", "a=reader,"])(
    "rejects the role mapping %j",
    (roles) => {
      expect(() => readSettings({ ...SETTINGS, OIDC_ROLES: roles })).toThrow(
        /^The setting OIDC_ROLES must be pairs/,
      );
    },
  );

  test.each(["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLES"])(
    "without %s reports the missing setting and repeats no secret",
    (name) => {
      const read = () => readSettings({ ...SETTINGS, [name]: "" });
      expect(read).toThrow(new RegExp(`^The setting ${name} is missing: single sign-on needs`));
      expect(read).not.toThrow(/not-for-a-message/);
    },
  );
});
