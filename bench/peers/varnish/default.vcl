# Varnish from memory with the same key check. ${…} is filled in by bench/src/peers/varnish.rs.
vcl 4.1;

backend origin {
    .host = "127.0.0.1";
    .port = "${origin}";
}

sub vcl_recv {
    if (req.http.X-API-Key != "${key}") {
        return (synth(401));
    }
    return (hash);
}

sub vcl_backend_fetch {
    # /packed/ is stored packed and the rest as it is, so that nothing is packed or unpacked for a request.
    if (bereq.url !~ "^/packed/") {
        unset bereq.http.Accept-Encoding;
    }
}

sub vcl_backend_response {
    set beresp.ttl = 1d;
    return (deliver);
}
