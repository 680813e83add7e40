use OpenAPI::Client;

my $client = OpenAPI::Client->new("$ENV{AGENTMAIL_URL}/openapi.json");
# It doesn't resolve the relative address of the document's server.
$client->base_url->parse($ENV{AGENTMAIL_URL});
$client->ua->on(start => sub { $_[1]->req->headers->authorization("Bearer $ENV{AGENTMAIL_KEY}") });
my %message = (from_mailbox => 'helper', to => 'ann@example.com', subject => 'Hello', body => 'It works.');
my $sent = $client->call('messages.send', {'idempotency-key' => 'generated-1'}, json => \%message);
die $sent->error->{message}, $sent->res->body if $sent->error;
my $read = $client->call('messages.get', {id => $sent->res->json->{message_id}});
die $read->error->{message}, $read->res->body if $read->error;
print $sent->res->json->{status}, ' ', $read->res->json->{body}{content}, "\n";
